package wirebench.services.rest;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConversionException;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import wirebench.services.Refusal;
import wirebench.services.http.LimitedStream.BodyTooLong;

/** Tells what was wrong with a request. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
  record Problem(int statusCode, String error, String message) {}

  @ExceptionHandler
  ResponseEntity<Object> handleRefusal(Refusal refusal, WebRequest request) {
    HttpHeaders headers = new HttpHeaders();
    if (refusal.kind() == Refusal.Kind.INVALID) {
      return handleExceptionInternal(refusal, null, headers, HttpStatus.BAD_REQUEST, request);
    }
    // Wirebench tells this refusal from other failures by the header.
    headers.set("x-wirebench-refusal", "pool");
    return handleExceptionInternal(
        refusal, null, headers, HttpStatus.SERVICE_UNAVAILABLE, request);
  }

  @ExceptionHandler
  ResponseEntity<Object> handleTooLong(BodyTooLong error, WebRequest request) {
    return handleExceptionInternal(
        error, null, new HttpHeaders(), HttpStatus.PAYLOAD_TOO_LARGE, request);
  }

  /** JSON that a record cannot be made of, such as a field that is there twice. */
  @ExceptionHandler
  ResponseEntity<Object> handleUnfit(HttpMessageConversionException error, WebRequest request) {
    return handleExceptionInternal(
        error, null, new HttpHeaders(), HttpStatus.BAD_REQUEST, request);
  }

  @ExceptionHandler
  ResponseEntity<Object> handleFailure(RuntimeException error, WebRequest request) {
    return handleExceptionInternal(
        error, null, new HttpHeaders(), HttpStatus.INTERNAL_SERVER_ERROR, request);
  }

  @Override
  protected ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException error,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (error.getCause() instanceof BodyTooLong tooLong) {
      return handleTooLong(tooLong, request);
    }
    return super.handleHttpMessageNotReadable(error, headers, status, request);
  }

  @Override
  protected ResponseEntity<Object> createResponseEntity(
      Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    return new ResponseEntity<>(body, headers, status);
  }

  @Override
  protected ResponseEntity<Object> handleExceptionInternal(
      Exception error,
      Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String reason = HttpStatus.valueOf(status.value()).getReasonPhrase();
    Problem problem = new Problem(status.value(), reason, error.getMessage());
    return super.handleExceptionInternal(error, problem, headers, status, request);
  }
}
