package wirebench.services.team;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import java.util.List;
import wirebench.services.team.Messages.TeamDetails;
import wirebench.team.v1.Team.Allocation;
import wirebench.team.v1.Team.Enrolment;
import wirebench.team.v1.Team.EnrolmentReceipt;
import wirebench.team.v1.Team.File;
import wirebench.team.v1.Team.FileChunk;
import wirebench.team.v1.Team.FileReceipt;
import wirebench.team.v1.Team.Student;
import wirebench.team.v1.TeamServiceGrpc.TeamServiceImplBase;

final class TeamGrpcService extends TeamServiceImplBase {
  private final Teams teams;

  TeamGrpcService(Teams teams) {
    this.teams = teams;
  }

  @Override
  public void allocate(Student request, StreamObserver<Allocation> observer) {
    Messages.Allocation allocation = teams.allocate(read(request));
    TeamDetails details = allocation.teamDetails();
    answer(
        Allocation.newBuilder()
            .setMessage(allocation.message())
            .setTeamDetails(
                wirebench.team.v1.Team.TeamDetails.newBuilder()
                    .setMember1(details.member1())
                    .setMember2(details.member2())
                    .setMember1Id(details.member1id())
                    .setMember2Id(details.member2id())
                    .setCourseCode(details.courseCode())
                    .setGroupId(details.groupId()))
            .build(),
        observer);
  }

  @Override
  public void enrol(Enrolment request, StreamObserver<EnrolmentReceipt> observer) {
    List<Messages.Student> students =
        request.getStudentsList().stream().map(TeamGrpcService::read).toList();
    Messages.EnrolmentReceipt receipt =
        teams.enrol(new Messages.Enrolment(students, request.getRemark()));
    answer(
        EnrolmentReceipt.newBuilder()
            .setMessage(receipt.message())
            .setStudents(receipt.students())
            .setIdSum(receipt.idSum())
            .setCharacters(receipt.characters())
            .build(),
        observer);
  }

  @Override
  public void upload(File request, StreamObserver<FileReceipt> observer) {
    FileDigest digest = new FileDigest();
    update(digest, request.getContent());
    answer(written(digest.receipt()), observer);
  }

  @Override
  public StreamObserver<FileChunk> uploadStreamed(StreamObserver<FileReceipt> observer) {
    FileDigest digest = new FileDigest();
    return new StreamObserver<>() {
      @Override
      public void onNext(FileChunk chunk) {
        update(digest, chunk.getContent());
      }

      @Override
      public void onError(Throwable error) {
        // The sender has gone, and nobody waits for the receipt.
      }

      @Override
      public void onCompleted() {
        answer(written(digest.receipt()), observer);
      }
    };
  }

  private static Messages.Student read(Student student) {
    return new Messages.Student(student.getName(), student.getId(), student.getCourseCode());
  }

  private static FileReceipt written(Messages.FileReceipt receipt) {
    return FileReceipt.newBuilder()
        .setBytes(receipt.bytes())
        .setSha256(receipt.sha256())
        .build();
  }

  private static void update(FileDigest digest, ByteString content) {
    content.asReadOnlyByteBufferList().forEach(digest::update);
  }

  private static <A> void answer(A message, StreamObserver<A> observer) {
    observer.onNext(message);
    observer.onCompleted();
  }
}
