package wirebench.services.team;

import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import wirebench.services.team.Messages.Allocation;
import wirebench.services.team.Messages.Enrolment;
import wirebench.services.team.Messages.EnrolmentReceipt;
import wirebench.services.team.Messages.File;
import wirebench.services.team.Messages.FileReceipt;
import wirebench.services.team.Messages.Student;

@RestController
@RequestMapping("/teams")
class TeamController {
  private final Teams teams;

  TeamController(Teams teams) {
    this.teams = teams;
  }

  @PostMapping("/allocations")
  Allocation allocate(@RequestBody Student student) {
    return teams.allocate(student);
  }

  @PostMapping("/enrolments")
  EnrolmentReceipt enrol(@RequestBody Enrolment enrolment) {
    return teams.enrol(enrolment);
  }

  @PostMapping("/files")
  FileReceipt upload(@RequestBody File file) {
    return FileDigest.of(file.content());
  }

  /** Takes the file as it comes, however long it is. */
  @PostMapping(path = "/files/streamed", consumes = MediaType.APPLICATION_OCTET_STREAM_VALUE)
  FileReceipt uploadStreamed(InputStream content) throws IOException {
    return FileDigest.of(content);
  }
}
