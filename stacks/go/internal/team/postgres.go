package team

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"wirebench/stacks/go/internal/control"
	"wirebench/stacks/go/internal/refusal"
)

const (
	// lockClass sets Wirebench's locks apart from those of others in the same
	// database: "wire".
	lockClass = 0x77697265
	// closeTimeout is how long the schema may take to be dropped.
	closeTimeout = 800 * time.Millisecond

	tooManyConnections    = "53300"
	invalidByteSequence   = "22021"
	untranslatableUnicode = "22P05"
)

// schemaName is that of every service's schema; the number is the key of the
// lock that the service holds.
var schemaName = regexp.MustCompile(`^wirebench_(\d{1,10})$`)

// postgres has tables in a schema of the service's own. A pool of connections
// carries the statements; one more, the keeper, makes the schema, locks it and
// drops it. Schemas of services that ended without dropping theirs go when the
// next one opens.
type postgres struct {
	keeper           *pgx.Conn
	pool             *pgxpool.Pool
	schema           string
	size             int
	patience         time.Duration
	selectWaiting    string
	insertAllocation string
	last             atomic.Int32
}

func openPostgres(ctx context.Context, where control.Database, waiting []Waiting, rowsHeld int32) (*postgres, error) {
	config, err := pgxpool.ParseConfig(where.URL)
	if err != nil {
		return nil, err
	}
	config.MaxConns = int32(where.Pool)
	keeper, err := pgx.ConnectConfig(ctx, config.ConnConfig.Copy())
	if err != nil {
		return nil, err
	}
	key := rand.Int32()
	store := &postgres{
		keeper: keeper,
		schema: fmt.Sprintf("wirebench_%d", key),
		size:   where.Pool,
		// Zero would mean not to wait at all, not even for a new connection.
		patience: time.Duration(max(1, where.WaitMs) * float64(time.Millisecond)),
	}
	store.selectWaiting = `SELECT "id", "name" FROM ` + store.table("waiting") + ` ORDER BY "id"`
	store.insertAllocation = `INSERT INTO ` + store.table("allocations") +
		` ("id", "student", "partner", "courseCode", "groupId") VALUES ($1, $2, $3, $4, $5)`
	store.last.Store(rowsHeld)
	if err := store.settle(ctx, key, waiting, rowsHeld); err != nil {
		store.close()
		return nil, err
	}
	if store.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		store.close()
		return nil, err
	}
	return store, nil
}

func (p *postgres) table(name string) string { return pgx.Identifier{p.schema, name}.Sanitize() }

// settle drops what others left behind, and makes the schema with its tables.
func (p *postgres) settle(ctx context.Context, key int32, waiting []Waiting, rowsHeld int32) error {
	if err := p.dropForgotten(ctx); err != nil {
		return err
	}
	if _, err := p.lock(ctx, key); err != nil {
		return err
	}
	for _, statement := range []string{
		"CREATE SCHEMA " + pgx.Identifier{p.schema}.Sanitize(),
		"CREATE TABLE " + p.table("waiting") + ` ("id" integer PRIMARY KEY, "name" text COLLATE "C" NOT NULL)`,
		"CREATE TABLE " + p.table("allocations") + ` ("id" integer PRIMARY KEY, "student" integer NOT NULL,
			"partner" integer NOT NULL, "courseCode" text COLLATE "C" NOT NULL, "groupId" integer NOT NULL)`,
	} {
		if _, err := p.keeper.Exec(ctx, statement); err != nil {
			return err
		}
	}
	students := pgx.CopyFromSlice(len(waiting), func(at int) ([]any, error) {
		return []any{waiting[at].ID, waiting[at].Name}, nil
	})
	if _, err := p.keeper.CopyFrom(ctx, pgx.Identifier{p.schema, "waiting"}, []string{"id", "name"}, students); err != nil {
		return err
	}
	earlier := pgx.CopyFromSlice(int(rowsHeld), func(at int) ([]any, error) {
		return earlierAllocation(int32(at) + 1), nil
	})
	_, err := p.keeper.CopyFrom(ctx, pgx.Identifier{p.schema, "allocations"}, allocationColumns, earlier)
	return err
}

func (p *postgres) dropForgotten(ctx context.Context) error {
	rows, err := p.keeper.Query(ctx, `SELECT nspname::text FROM pg_namespace WHERE nspname LIKE 'wirebench\_%'`)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		match := schemaName.FindStringSubmatch(name)
		if match == nil {
			continue
		}
		key, err := strconv.ParseInt(match[1], 10, 32)
		if err != nil {
			continue
		}
		free, err := p.lock(ctx, int32(key))
		if err != nil {
			return err
		}
		if !free {
			continue
		}
		if _, err := p.keeper.Exec(ctx, "DROP SCHEMA IF EXISTS "+pgx.Identifier{name}.Sanitize()+" CASCADE"); err != nil {
			return err
		}
		if _, err := p.keeper.Exec(ctx, "SELECT pg_advisory_unlock($1::int, $2::int)", int32(lockClass), int32(key)); err != nil {
			return err
		}
	}
	return nil
}

// lock tells whether nobody else holds a schema's lock, which it then has.
func (p *postgres) lock(ctx context.Context, key int32) (free bool, err error) {
	err = p.keeper.QueryRow(ctx, "SELECT pg_try_advisory_lock($1::int, $2::int)", int32(lockClass), key).Scan(&free)
	return free, err
}

func (p *postgres) waiting(ctx context.Context) ([]Waiting, error) {
	connection, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer connection.Release()
	rows, err := connection.Query(ctx, p.selectWaiting)
	if err != nil {
		return nil, meaning(err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Waiting])
}

func (p *postgres) record(ctx context.Context, details Details) error {
	connection, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer connection.Release()
	_, err = connection.Exec(ctx, p.insertAllocation, allocationRow(p.last.Add(1), details)...)
	return meaning(err)
}

// acquire waits for a free connection, but not for ever.
func (p *postgres) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	patient, cancel := context.WithTimeout(ctx, p.patience)
	defer cancel()
	connection, err := p.pool.Acquire(patient)
	switch {
	case err == nil:
		return connection, nil
	case codeOf(err) == tooManyConnections:
		return nil, refusal.Poolf("The database takes no more connections (pool of %d)", p.size)
	case patient.Err() != nil && ctx.Err() == nil:
		return nil, refusal.Poolf("No database connection was free within %d ms (pool of %d)", p.patience.Milliseconds(), p.size)
	default:
		return nil, err
	}
}

func (p *postgres) close() {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	// The pool would wait for requests that are under way.
	if p.pool != nil {
		go p.pool.Close()
	}
	// The server may be gone, and with it what there is to drop.
	_, _ = p.keeper.Exec(ctx, "DROP SCHEMA IF EXISTS "+pgx.Identifier{p.schema}.Sanitize()+" CASCADE")
	_ = p.keeper.Close(ctx)
}

func codeOf(err error) string {
	var told *pgconn.PgError
	if errors.As(err, &told) {
		return told.Code
	}
	return ""
}

func meaning(err error) error {
	switch codeOf(err) {
	case invalidByteSequence, untranslatableUnicode:
		return refusal.Invalidf("A text contains a character that the database cannot store")
	default:
		return err
	}
}
