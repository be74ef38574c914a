// Package team is the workload whose payload is in the requests: a student, a
// list of many, a file whole or streamed.
package team

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"unicode/utf8"

	"wirebench/stacks/go/internal/refusal"
)

const (
	// firstID is the student who gets the first of those who wait.
	firstID = 113_517
	// groupOffset is between a student's id and that of the group.
	groupOffset = 765_736
	// lastID is the last whose group is a number of 32 bits.
	lastID = 2_000_000_000
	// maxSum is the largest number that JSON carries everywhere.
	maxSum = 1<<53 - 1
)

// Student asks for a team.
type Student struct {
	Name       string
	ID         int32
	CourseCode string
}

// Waiting is a student who waits for a partner.
type Waiting struct {
	ID   int32  `json:"id"`
	Name string `json:"name"`
}

// Allocation is the team of a student.
type Allocation struct {
	Message     string  `json:"message" xml:"message"`
	TeamDetails Details `json:"teamDetails" xml:"teamDetails"`
}

// Details of a team.
type Details struct {
	Member1    string `json:"member1" xml:"member1"`
	Member2    string `json:"member2" xml:"member2"`
	Member1ID  int32  `json:"member1id" xml:"member1id"`
	Member2ID  int32  `json:"member2id" xml:"member2id"`
	CourseCode string `json:"courseCode" xml:"courseCode"`
	GroupID    int32  `json:"groupId" xml:"groupId"`
}

// Enrolment is many students at once.
type Enrolment struct {
	Students []Student
	Remark   string
}

// EnrolmentReceipt is what was counted of them.
type EnrolmentReceipt struct {
	Message  string `json:"message" xml:"message"`
	Students int32  `json:"students" xml:"students"`
	IDSum    int64  `json:"idSum" xml:"idSum"`
	// Characters are code points of all texts.
	Characters int64 `json:"characters" xml:"characters"`
}

// FileReceipt is what became of a file.
type FileReceipt struct {
	Bytes  int64  `json:"bytes" xml:"bytes"`
	SHA256 string `json:"sha256" xml:"sha256"`
}

// Team allocates teams.
type Team struct {
	store store
}

// store is where those who wait are read and allocations recorded.
type store interface {
	waiting(context.Context) ([]Waiting, error)
	record(context.Context, Details) error
	close()
}

// Close lets go of the database and leaves nothing behind.
func (t *Team) Close() { t.store.close() }

// Allocate finds a partner among those who wait, the same for the same student.
func (t *Team) Allocate(ctx context.Context, student Student) (*Allocation, error) {
	if student.Name == "" {
		return nil, refusal.Invalidf("Please provide the name.")
	}
	if student.ID < 1 || student.ID > lastID {
		return nil, refusal.Invalidf("An id is a number from 1 to %d.", lastID)
	}
	waiting, err := t.store.waiting(ctx)
	if err != nil {
		return nil, err
	}
	details := detailsOf(student, partnerOf(student, waiting))
	if err := t.store.record(ctx, details); err != nil {
		return nil, err
	}
	return &Allocation{Message: "You have been successfully allocated a team", TeamDetails: details}, nil
}

func partnerOf(student Student, waiting []Waiting) Waiting {
	count := len(waiting)
	place := (int(student.ID)-firstID)%count + count
	return waiting[place%count]
}

func detailsOf(student Student, partner Waiting) Details {
	return Details{
		Member1:    student.Name,
		Member2:    partner.Name,
		Member1ID:  student.ID,
		Member2ID:  partner.ID,
		CourseCode: student.CourseCode,
		GroupID:    student.ID + groupOffset,
	}
}

// Enrol counts what came.
func Enrol(enrolment Enrolment) (*EnrolmentReceipt, error) {
	receipt := &EnrolmentReceipt{
		Message:    "All students have been enrolled",
		Students:   int32(len(enrolment.Students)),
		Characters: characters(enrolment.Remark),
	}
	for _, student := range enrolment.Students {
		receipt.IDSum += int64(student.ID)
		receipt.Characters += characters(student.Name) + characters(student.CourseCode)
	}
	if receipt.IDSum > maxSum || receipt.IDSum < -maxSum {
		return nil, refusal.Invalidf("The ids are too large to be added up")
	}
	return receipt, nil
}

func characters(text string) int64 { return int64(utf8.RuneCountInString(text)) }

// Upload takes a file as a whole.
func Upload(content []byte) *FileReceipt {
	sum := sha256.Sum256(content)
	return &FileReceipt{Bytes: int64(len(content)), SHA256: hex.EncodeToString(sum[:])}
}

// File takes a file as it comes and holds none of it.
type File struct {
	hash  hash.Hash
	bytes int64
}

// NewFile begins a file.
func NewFile() *File { return &File{hash: sha256.New()} }

// Write takes the next part.
func (f *File) Write(part []byte) (int, error) {
	f.bytes += int64(len(part))
	return f.hash.Write(part)
}

// Receipt is that of all the parts.
func (f *File) Receipt() *FileReceipt {
	return &FileReceipt{Bytes: f.bytes, SHA256: hex.EncodeToString(f.hash.Sum(nil))}
}
