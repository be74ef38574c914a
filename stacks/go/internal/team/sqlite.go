package team

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"

	// Registers the driver.
	_ "modernc.org/sqlite"
)

const (
	selectWaiting    = `SELECT "id", "name" FROM "waiting" ORDER BY "id"`
	insertWaiting    = `INSERT INTO "waiting" ("id", "name") VALUES (?, ?)`
	insertAllocation = `INSERT INTO "allocations" ("id", "student", "partner", "courseCode", "groupId") VALUES (?, ?, ?, ?, ?)`
)

var createTables = []string{
	`CREATE TABLE "waiting" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL)`,
	`CREATE TABLE "allocations" ("id" INTEGER PRIMARY KEY, "student" INTEGER NOT NULL,
		"partner" INTEGER NOT NULL, "courseCode" TEXT NOT NULL, "groupId" INTEGER NOT NULL)`,
}

// sqlite has a file of the service's own, in WAL mode and synced at checkpoints
// only. There is one connection, since SQLite has one writer and every request
// writes.
type sqlite struct {
	folder   string
	database *sql.DB
	reading  *sql.Stmt
	writing  *sql.Stmt
	last     atomic.Int32
}

func openSQLite(waiting []Waiting, rowsHeld int32) (*sqlite, error) {
	folder, err := os.MkdirTemp("", "wirebench-service-")
	if err != nil {
		return nil, err
	}
	store := &sqlite{folder: folder}
	store.last.Store(rowsHeld)
	if err := store.open(waiting, rowsHeld); err != nil {
		store.close()
		return nil, err
	}
	return store, nil
}

func (s *sqlite) open(waiting []Waiting, rowsHeld int32) (err error) {
	file := "file:" + filepath.ToSlash(filepath.Join(s.folder, "data.db"))
	s.database, err = sql.Open("sqlite", file+"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)")
	if err != nil {
		return err
	}
	s.database.SetMaxOpenConns(1)
	if err := s.fill(waiting, rowsHeld); err != nil {
		return err
	}
	if s.reading, err = s.database.Prepare(selectWaiting); err != nil {
		return err
	}
	s.writing, err = s.database.Prepare(insertAllocation)
	return err
}

func (s *sqlite) fill(waiting []Waiting, rowsHeld int32) error {
	filling, err := s.database.Begin()
	if err != nil {
		return err
	}
	// Nothing is left to undo once it was committed.
	defer func() { _ = filling.Rollback() }()
	for _, statement := range createTables {
		if _, err := filling.Exec(statement); err != nil {
			return err
		}
	}
	students := func(at int) []any { return []any{waiting[at].ID, waiting[at].Name} }
	if err := insertRows(filling, insertWaiting, len(waiting), students); err != nil {
		return err
	}
	allocations := func(at int) []any { return earlierAllocation(int32(at) + 1) }
	if err := insertRows(filling, insertAllocation, int(rowsHeld), allocations); err != nil {
		return err
	}
	return filling.Commit()
}

func insertRows(filling *sql.Tx, statement string, rows int, row func(int) []any) error {
	insert, err := filling.Prepare(statement)
	if err != nil {
		return err
	}
	for at := range rows {
		if _, err := insert.Exec(row(at)...); err != nil {
			return errors.Join(err, insert.Close())
		}
	}
	return insert.Close()
}

func (s *sqlite) waiting(ctx context.Context) ([]Waiting, error) {
	rows, err := s.reading.QueryContext(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var waiting []Waiting
	for rows.Next() {
		var one Waiting
		if err := rows.Scan(&one.ID, &one.Name); err != nil {
			return nil, err
		}
		waiting = append(waiting, one)
	}
	return waiting, rows.Err()
}

func (s *sqlite) record(ctx context.Context, details Details) error {
	_, err := s.writing.ExecContext(ctx, allocationRow(s.last.Add(1), details)...)
	return err
}

func (s *sqlite) close() {
	if s.database != nil {
		_ = s.database.Close()
	}
	_ = os.RemoveAll(s.folder)
}
