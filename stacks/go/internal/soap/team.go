package soap

import (
	"cmp"
	"context"

	"wirebench/stacks/go/internal/refusal"
	"wirebench/stacks/go/internal/scalar"
	"wirebench/stacks/go/internal/team"
)

type studentElement struct {
	Name       []text `xml:"name"`
	ID         []text `xml:"id"`
	CourseCode []text `xml:"courseCode"`
}

type enrolmentElement struct {
	Students []studentElement `xml:"students"`
	Remark   []text           `xml:"remark"`
}

type fileElement struct {
	Name    []text `xml:"name"`
	Content []text `xml:"content"`
}

type chunkElement struct {
	Content []text `xml:"content"`
}

// AddTeam offers the team workload.
func (s *Server) AddTeam(teams *team.Team) {
	s.operations["Allocate"] = on(func(ctx context.Context, element *studentElement) (any, error) {
		student, err := element.student("Student")
		if err != nil {
			return nil, err
		}
		return teams.Allocate(ctx, student)
	})
	s.operations["Enrol"] = on(func(_ context.Context, element *enrolmentElement) (any, error) {
		return element.enrol()
	})
	s.operations["Upload"] = on(func(_ context.Context, element *fileElement) (any, error) {
		if _, err := one("File", "name", element.Name); err != nil {
			return nil, err
		}
		return uploaded("File", element.Content)
	})
	// A message that holds all of a file is a stream of one.
	s.operations["UploadStreamed"] = on(func(_ context.Context, element *chunkElement) (any, error) {
		return uploaded("FileChunk", element.Content)
	})
	s.uploads[s.namespace+":UploadStreamed"] = upload{
		name: "UploadStreamed", namespace: s.namespace, field: "content",
	}
}

func (e *studentElement) student(request string) (student team.Student, err error) {
	var errs [3]error
	student.Name, errs[0] = one(request, "name", e.Name)
	student.ID, errs[1] = whole(request, "id", e.ID)
	student.CourseCode, errs[2] = one(request, "courseCode", e.CourseCode)
	return student, cmp.Or(errs[:]...)
}

func (e *enrolmentElement) enrol() (any, error) {
	remark, err := one("Enrolment", "remark", e.Remark)
	if err != nil {
		return nil, err
	}
	enrolment := team.Enrolment{Students: make([]team.Student, len(e.Students)), Remark: remark}
	for i := range e.Students {
		if enrolment.Students[i], err = e.Students[i].student("Enrolment"); err != nil {
			return nil, err
		}
	}
	return team.Enrol(enrolment)
}

func uploaded(request string, given []text) (any, error) {
	base64, err := one(request, "content", given)
	if err != nil {
		return nil, err
	}
	content, err := scalar.Base64([]byte(base64))
	if err != nil {
		return nil, refusal.Invalidf("The message is not a valid %s: content: %v", request, err)
	}
	return team.Upload(content), nil
}
