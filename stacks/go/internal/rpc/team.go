package rpc

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc"

	"wirebench/stacks/go/internal/gen/teampb"
	"wirebench/stacks/go/internal/team"
)

type teamService struct {
	teampb.UnimplementedTeamServiceServer
	teams *team.Team
}

// AddTeam offers the team workload.
func (s *Server) AddTeam(teams *team.Team) {
	s.add(teampb.TeamService_ServiceDesc, teamService{teams: teams})
}

func (s teamService) Allocate(ctx context.Context, request *teampb.Student) (*teampb.Allocation, error) {
	allocation, err := s.teams.Allocate(ctx, fromStudentpb(request))
	if err != nil {
		return nil, err
	}
	details := allocation.TeamDetails
	return &teampb.Allocation{Message: allocation.Message, TeamDetails: &teampb.TeamDetails{
		Member1:    details.Member1,
		Member2:    details.Member2,
		Member1Id:  details.Member1ID,
		Member2Id:  details.Member2ID,
		CourseCode: details.CourseCode,
		GroupId:    details.GroupID,
	}}, nil
}

func (teamService) Enrol(_ context.Context, request *teampb.Enrolment) (*teampb.EnrolmentReceipt, error) {
	enrolment := team.Enrolment{Students: make([]team.Student, len(request.Students)), Remark: request.Remark}
	for i, student := range request.Students {
		enrolment.Students[i] = fromStudentpb(student)
	}
	receipt, err := team.Enrol(enrolment)
	if err != nil {
		return nil, err
	}
	return &teampb.EnrolmentReceipt{
		Message:    receipt.Message,
		Students:   receipt.Students,
		IdSum:      receipt.IDSum,
		Characters: receipt.Characters,
	}, nil
}

func (teamService) Upload(_ context.Context, request *teampb.File) (*teampb.FileReceipt, error) {
	return toReceiptpb(team.Upload(request.Content)), nil
}

func (teamService) UploadStreamed(stream grpc.ClientStreamingServer[teampb.FileChunk, teampb.FileReceipt]) error {
	file := team.NewFile()
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return stream.SendAndClose(toReceiptpb(file.Receipt()))
		}
		if err != nil {
			return err
		}
		if _, err := file.Write(chunk.Content); err != nil {
			return err
		}
	}
}

func fromStudentpb(student *teampb.Student) team.Student {
	return team.Student{Name: student.GetName(), ID: student.GetId(), CourseCode: student.GetCourseCode()}
}

func toReceiptpb(receipt *team.FileReceipt) *teampb.FileReceipt {
	return &teampb.FileReceipt{Bytes: receipt.Bytes, Sha256: receipt.SHA256}
}
