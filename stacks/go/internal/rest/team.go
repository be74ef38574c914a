package rest

import (
	"cmp"
	"fmt"
	"io"
	"net/http"

	"wirebench/stacks/go/internal/refusal"
	"wirebench/stacks/go/internal/scalar"
	"wirebench/stacks/go/internal/team"
)

type studentBody struct {
	Name       *string  `json:"name"`
	ID         *float64 `json:"id"`
	CourseCode *string  `json:"courseCode"`
}

type enrolmentBody struct {
	Students *[]studentBody `json:"students"`
	Remark   *string        `json:"remark"`
}

type fileBody struct {
	Name    *string      `json:"name"`
	Content *base64Bytes `json:"content"`
}

// base64Bytes are less strict about padding than encoding/json.
type base64Bytes []byte

func (b *base64Bytes) UnmarshalText(text []byte) (err error) {
	*b, err = scalar.Base64(text)
	return err
}

// AddTeam offers the team workload.
func (s *Server) AddTeam(teams *team.Team) {
	s.add(http.MethodPost, "/teams/allocations", func(r *http.Request) (any, error) {
		var body studentBody
		if err := readJSON(r, &body); err != nil {
			return nil, err
		}
		student, err := body.student("")
		if err != nil {
			return nil, err
		}
		return teams.Allocate(r.Context(), student)
	})
	s.add(http.MethodPost, "/teams/enrolments", enrol)
	s.add(http.MethodPost, "/teams/files", upload)
	s.add(http.MethodPost, "/teams/files/streamed", uploadStreamed)
}

func enrol(r *http.Request) (any, error) {
	var body enrolmentBody
	if err := readJSON(r, &body); err != nil {
		return nil, err
	}
	students, err := required("students", body.Students)
	if err != nil {
		return nil, err
	}
	remark, err := required("remark", body.Remark)
	if err != nil {
		return nil, err
	}
	enrolment := team.Enrolment{Students: make([]team.Student, len(students)), Remark: remark}
	for i, student := range students {
		if enrolment.Students[i], err = student.student(fmt.Sprintf("students[%d].", i)); err != nil {
			return nil, err
		}
	}
	return team.Enrol(enrolment)
}

func upload(r *http.Request) (any, error) {
	var body fileBody
	if err := readJSON(r, &body); err != nil {
		return nil, err
	}
	if _, err := required("name", body.Name); err != nil {
		return nil, err
	}
	content, err := required("content", body.Content)
	if err != nil {
		return nil, err
	}
	return team.Upload(content), nil
}

// fileMediaType is that of a file in parts, of no length told beforehand.
const fileMediaType = "application/octet-stream"

func uploadStreamed(r *http.Request) (any, error) {
	if hasNoBody(r) {
		return nil, refusal.Invalidf("There is no body: send the file as %s", fileMediaType)
	}
	if err := checkMediaType(r, fileMediaType); err != nil {
		return nil, err
	}
	file := team.NewFile()
	if _, err := io.Copy(file, r.Body); err != nil {
		return nil, refusal.Invalidf("The file cannot be read: %v", err)
	}
	return file.Receipt(), nil
}

// student takes what must be there; the place is told before the field's name.
func (b studentBody) student(place string) (student team.Student, err error) {
	var errs [3]error
	student.Name, errs[0] = required(place+"name", b.Name)
	student.ID, errs[1] = whole(place+"id", b.ID)
	student.CourseCode, errs[2] = required(place+"courseCode", b.CourseCode)
	return student, cmp.Or(errs[:]...)
}
