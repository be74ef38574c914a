package wirebench.services.team;

import java.util.List;

/** What the teams are asked and answer, whatever the protocol. */
final class Messages {
  record Student(String name, int id, String courseCode) {}

  record Allocation(String message, TeamDetails teamDetails) {}

  record TeamDetails(
      String member1,
      String member2,
      int member1id,
      int member2id,
      String courseCode,
      int groupId) {}

  record Enrolment(List<Student> students, String remark) {}

  /**
   * @param idSum of the students' ids
   * @param characters code points of all names, course codes and the remark
   */
  record EnrolmentReceipt(String message, int students, long idSum, long characters) {}

  record File(String name, byte[] content) {}

  /**
   * @param sha256 64 hexadecimal digits, small letters
   */
  record FileReceipt(long bytes, String sha256) {}

  private Messages() {}
}
