package wirebench.services;

/** A service that listens. */
public interface RunningService {
  int port();
}
