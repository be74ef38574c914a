package team

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"wirebench/stacks/go/internal/control"
)

// data are the settings of the tables.
type data struct {
	RowsHeld int32 `json:"rowsHeld"`
}

// Open makes the tables where the setup says, freshly filled. Those who wait
// are told by held.
func Open(setup control.Setup, held map[string]json.RawMessage) (*Team, error) {
	var waiting []Waiting
	if err := json.Unmarshal(held["waiting"], &waiting); err != nil {
		return nil, fmt.Errorf("the students who wait cannot be read: %w", err)
	}
	if len(waiting) == 0 {
		return nil, errors.New("nobody waits for a team")
	}
	settings := data{RowsHeld: 10_000}
	if len(setup.Data) > 0 {
		if err := json.Unmarshal(setup.Data, &settings); err != nil {
			return nil, fmt.Errorf("the settings of the tables cannot be read: %w", err)
		}
	}
	store, err := openStore(setup.Database, waiting, settings.RowsHeld)
	if err != nil {
		return nil, err
	}
	return &Team{store}, nil
}

func openStore(database control.Database, waiting []Waiting, rowsHeld int32) (store, error) {
	switch database.Kind {
	case "none", "":
		return memory(waiting), nil
	case "sqlite":
		return openSQLite(waiting, rowsHeld)
	case "postgres":
		return openPostgres(context.Background(), database, waiting, rowsHeld)
	default:
		return nil, fmt.Errorf("no kind of database: %q", database.Kind)
	}
}

// memory reads no table and records nothing.
type memory []Waiting

func (m memory) waiting(context.Context) ([]Waiting, error) { return m, nil }
func (memory) record(context.Context, Details) error        { return nil }
func (memory) close()                                       {}

// allocationColumns are those of the table of allocations.
var allocationColumns = []string{"id", "student", "partner", "courseCode", "groupId"}

// earlierAllocation is a row that the table of allocations has from the start.
func earlierAllocation(id int32) []any {
	student := 200_000 + id
	return []any{id, student, 500_000 + id, "CS31245", student + groupOffset}
}

func allocationRow(id int32, details Details) []any {
	return []any{id, details.Member1ID, details.Member2ID, details.CourseCode, details.GroupID}
}
