package wirebench.services.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import wirebench.services.Limits;

/** A body that is no longer than a message may be. */
public final class LimitedStream extends FilterInputStream {
  /** The body is longer. */
  public static final class BodyTooLong extends IOException {
    public BodyTooLong() {
      super("The request is longer than " + Limits.MESSAGE_BYTES + " bytes");
    }
  }

  private long left = Limits.MESSAGE_BYTES;

  public LimitedStream(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    int octet = super.read();
    if (octet >= 0) take(1);
    return octet;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int read = super.read(into, from, length);
    if (read > 0) take(read);
    return read;
  }

  private void take(int bytes) throws BodyTooLong {
    left -= bytes;
    if (left < 0) throw new BodyTooLong();
  }
}
