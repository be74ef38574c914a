package wirebench.services.soap;

import java.util.Base64;

/** How values are read and written in XML; `bindings.xjb` names it. */
public final class Values {
  private Values() {}

  /** @throws NumberFormatException also where a number has more than 32 bits */
  public static Integer parseInt(String text) {
    return Integer.valueOf(text.strip());
  }

  public static String printInt(Integer number) {
    return String.valueOf(number);
  }

  /** @throws IllegalArgumentException where something else than base64 and white space is in it */
  public static byte[] parseBase64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      // Most texts have no white space: taking it out of every one would cost a copy of each file.
      return Base64.getDecoder().decode(text.replaceAll("\\s+", ""));
    }
  }

  public static String printBase64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
