package wirebench.services.team;

import static wirebench.services.soap.Required.required;

import jakarta.xml.bind.JAXBElement;
import java.util.List;
import org.springframework.ws.server.endpoint.annotation.Endpoint;
import org.springframework.ws.server.endpoint.annotation.PayloadRoot;
import org.springframework.ws.server.endpoint.annotation.RequestPayload;
import org.springframework.ws.server.endpoint.annotation.ResponsePayload;
import wirebench.team.v1.Allocation;
import wirebench.team.v1.Enrolment;
import wirebench.team.v1.EnrolmentReceipt;
import wirebench.team.v1.File;
import wirebench.team.v1.FileChunk;
import wirebench.team.v1.FileReceipt;
import wirebench.team.v1.ObjectFactory;
import wirebench.team.v1.Student;
import wirebench.team.v1.TeamDetails;

@Endpoint
class TeamEndpoint {
  private static final String NAMESPACE = "urn:wirebench:team:v1";

  private final ObjectFactory elements = new ObjectFactory();
  private final Teams teams;

  TeamEndpoint(Teams teams) {
    this.teams = teams;
  }

  @PayloadRoot(namespace = NAMESPACE, localPart = "AllocateRequest")
  @ResponsePayload
  JAXBElement<Allocation> allocate(@RequestPayload JAXBElement<Student> request) {
    Messages.Allocation made = teams.allocate(read(request.getValue()));
    TeamDetails details = elements.createTeamDetails();
    details.setMember1(made.teamDetails().member1());
    details.setMember2(made.teamDetails().member2());
    details.setMember1Id(made.teamDetails().member1id());
    details.setMember2Id(made.teamDetails().member2id());
    details.setCourseCode(made.teamDetails().courseCode());
    details.setGroupId(made.teamDetails().groupId());
    Allocation allocation = elements.createAllocation();
    allocation.setMessage(made.message());
    allocation.setTeamDetails(details);
    return elements.createAllocateResponse(allocation);
  }

  @PayloadRoot(namespace = NAMESPACE, localPart = "EnrolRequest")
  @ResponsePayload
  JAXBElement<EnrolmentReceipt> enrol(@RequestPayload JAXBElement<Enrolment> request) {
    Enrolment enrolment = request.getValue();
    List<Messages.Student> students =
        enrolment.getStudents().stream().map(TeamEndpoint::read).toList();
    Messages.EnrolmentReceipt made =
        teams.enrol(new Messages.Enrolment(students, required(enrolment.getRemark(), "remark")));
    EnrolmentReceipt receipt = elements.createEnrolmentReceipt();
    receipt.setMessage(made.message());
    receipt.setStudents(made.students());
    receipt.setIdSum(made.idSum());
    receipt.setCharacters(made.characters());
    return elements.createEnrolResponse(receipt);
  }

  @PayloadRoot(namespace = NAMESPACE, localPart = "UploadRequest")
  @ResponsePayload
  JAXBElement<FileReceipt> upload(@RequestPayload JAXBElement<File> request) {
    File file = request.getValue();
    required(file.getName(), "name");
    return elements.createUploadResponse(receipt(file.getContent()));
  }

  /** The message holds the whole file: the library reads it to its end before it calls anything. */
  @PayloadRoot(namespace = NAMESPACE, localPart = "UploadStreamedRequest")
  @ResponsePayload
  JAXBElement<FileReceipt> uploadStreamed(@RequestPayload JAXBElement<FileChunk> request) {
    return elements.createUploadStreamedResponse(receipt(request.getValue().getContent()));
  }

  private static Messages.Student read(Student student) {
    return new Messages.Student(
        required(student.getName(), "name"),
        required(student.getId(), "id"),
        required(student.getCourseCode(), "courseCode"));
  }

  private FileReceipt receipt(byte[] content) {
    Messages.FileReceipt made = FileDigest.of(required(content, "content"));
    FileReceipt receipt = elements.createFileReceipt();
    receipt.setBytes(made.bytes());
    receipt.setSha256(made.sha256());
    return receipt;
  }
}
