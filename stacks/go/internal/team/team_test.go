package team

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"testing"

	"wirebench/stacks/go/internal/control"
	"wirebench/stacks/go/internal/refusal"
)

var held = map[string]json.RawMessage{
	"waiting": json.RawMessage(`[{"id":113520,"name":"Derek"},{"id":113521,"name":"Farina"},{"id":113522,"name":"Gregor"}]`),
}

// databases are those that there are where the tests run.
func databases() []control.Database {
	all := []control.Database{{Kind: "none"}, {Kind: "sqlite"}}
	if url := os.Getenv("WIREBENCH_POSTGRES"); url != "" {
		all = append(all, control.Database{Kind: "postgres", URL: url, Pool: 2, WaitMs: 1000})
	}
	return all
}

func TestAllocate(t *testing.T) {
	for _, database := range databases() {
		t.Run(database.Kind, func(t *testing.T) {
			team, err := Open(control.Setup{Data: json.RawMessage(`{"rowsHeld":600}`), Database: database}, held)
			if err != nil {
				t.Fatal(err)
			}
			defer team.Close()
			for id, partner := range map[int32]string{
				113517: "Derek", 113518: "Farina", 113516: "Gregor", 1: "Farina", lastID: "Gregor",
			} {
				answer, err := team.Allocate(context.Background(), Student{Name: "Alice", ID: id, CourseCode: "CS31245"})
				if err != nil {
					t.Fatal(err)
				}
				details := answer.TeamDetails
				if details.Member2 != partner || details.Member1ID != id || details.GroupID != id+groupOffset {
					t.Errorf("%d got %+v", id, details)
				}
			}
			for _, wrong := range []Student{{ID: 1}, {Name: "x"}, {Name: "x", ID: -1}, {Name: "x", ID: lastID + 1}} {
				if _, err := team.Allocate(context.Background(), wrong); refusal.KindOf(err) != refusal.Invalid {
					t.Errorf("%+v was not refused: %v", wrong, err)
				}
			}
		})
	}
}

func TestEnrol(t *testing.T) {
	receipt, err := Enrol(Enrolment{Students: []Student{{"å😀", 5, "CS"}, {"", -7, ""}}, Remark: "漢"})
	want := EnrolmentReceipt{"All students have been enrolled", 2, -2, 5}
	if err != nil || *receipt != want {
		t.Errorf("got %+v, %v", receipt, err)
	}
}

func TestUpload(t *testing.T) {
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if receipt := Upload([]byte("abc")); receipt.SHA256 != abc || receipt.Bytes != 3 {
		t.Errorf("got %+v", receipt)
	}
	file := NewFile()
	for _, part := range []string{"a", "", "bc"} {
		if _, err := io.WriteString(file, part); err != nil {
			t.Fatal(err)
		}
	}
	if receipt := file.Receipt(); receipt.SHA256 != abc || receipt.Bytes != 3 {
		t.Errorf("got %+v", receipt)
	}
}
