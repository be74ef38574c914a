package wirebench.services;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A folder for what libraries put beside the program while it runs: it is halted, and nobody else would delete that.
 */
final class Scratch implements AutoCloseable {
  private final Path folder;

  private Scratch(Path folder) {
    this.folder = folder;
  }

  static Scratch open() throws IOException {
    Path folder = Files.createTempDirectory("wirebench-java-");
    System.setProperty("org.sqlite.tmpdir", folder.toString());
    return new Scratch(folder);
  }

  Path folder() {
    return folder;
  }

  @Override
  public void close() {
    try {
      Files.walkFileTree(folder, new Deletion());
    } catch (IOException e) {
      System.err.println("The folder " + folder + " cannot be deleted: " + e.getMessage());
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes facts) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException error) throws IOException {
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
