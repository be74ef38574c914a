package wirebench.services.team;

import java.util.List;
import wirebench.services.Refusal;
import wirebench.services.team.Messages.Allocation;
import wirebench.services.team.Messages.Enrolment;
import wirebench.services.team.Messages.EnrolmentReceipt;
import wirebench.services.team.Messages.Student;
import wirebench.services.team.Messages.TeamDetails;
import wirebench.services.team.tables.Tables;
import wirebench.services.team.tables.Tables.Made;
import wirebench.services.team.tables.Tables.Waiting;

/** What the operations do, whatever the protocol. */
final class Teams {
  /** Ids beyond this would have groups that are no 32-bit numbers. */
  private static final int LAST_ID = 2_000_000_000;

  /** The id of the student who gets the first of those who wait. */
  private static final int FIRST_ID = 113_517;

  private final Tables tables;

  Teams(Tables tables) {
    this.tables = tables;
  }

  /** Finds a partner among those who wait, the same for the same student. */
  Allocation allocate(Student student) {
    if (student.name().isEmpty()) throw Refusal.invalid("Please provide the name.");
    int id = student.id();
    if (id < 1 || id > LAST_ID) {
      throw Refusal.invalid("An id is a number from 1 to " + LAST_ID + ".");
    }
    List<Waiting> waiting = tables.waiting();
    Waiting partner = waiting.get(Math.floorMod(id - FIRST_ID, waiting.size()));
    int groupId = Made.groupOf(id);
    tables.add(new Made(id, partner.id(), student.courseCode(), groupId));
    return new Allocation(
        "You have been successfully allocated a team",
        new TeamDetails(
            student.name(), partner.name(), id, partner.id(), student.courseCode(), groupId));
  }

  EnrolmentReceipt enrol(Enrolment enrolment) {
    long idSum = 0;
    long characters = characters(enrolment.remark());
    for (Student student : enrolment.students()) {
      idSum += student.id();
      characters += characters(student.name()) + characters(student.courseCode());
    }
    return new EnrolmentReceipt(
        "All students have been enrolled", enrolment.students().size(), idSum, characters);
  }

  private static long characters(String text) {
    return text.codePointCount(0, text.length());
  }
}
