package wirebench.services.team;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import wirebench.services.team.Messages.FileReceipt;

/** Counts and digests the parts of a file as they come. */
final class FileDigest {
  private static final int PART_BYTES = 64 * 1024;

  private final MessageDigest sha256;
  private long bytes;

  FileDigest() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has it", e);
    }
  }

  static FileReceipt of(byte[] content) {
    return new FileDigest().update(ByteBuffer.wrap(content)).receipt();
  }

  static FileReceipt of(InputStream content) throws IOException {
    FileDigest digest = new FileDigest();
    byte[] part = new byte[PART_BYTES];
    for (int read; (read = content.read(part)) >= 0; ) {
      digest.update(ByteBuffer.wrap(part, 0, read));
    }
    return digest.receipt();
  }

  FileDigest update(ByteBuffer part) {
    bytes += part.remaining();
    sha256.update(part);
    return this;
  }

  FileReceipt receipt() {
    return new FileReceipt(bytes, HexFormat.of().formatHex(sha256.digest()));
  }
}
