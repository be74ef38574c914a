package wirebench.services.rest;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.util.List;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.autoconfigure.web.embedded.EmbeddedWebServerFactoryCustomizerAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.DispatcherServletAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.ServletWebServerFactoryAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurationSupport;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import wirebench.services.Limits;
import wirebench.services.control.Answers;
import wirebench.services.http.CountingFilter;

/** A workload as JSON over HTTP/1.1: what Spring MVC needs for it, and nothing of what it could do besides. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
  DispatcherServletAutoConfiguration.class,
  EmbeddedWebServerFactoryCustomizerAutoConfiguration.class,
  ServletWebServerFactoryAutoConfiguration.class,
  SslAutoConfiguration.class
})
@Import({ProbeController.class, Problems.class, BodyLimit.class})
public class RestConfiguration extends WebMvcConfigurationSupport {
  @Bean
  CountingFilter countingFilter(Answers answers) {
    return new CountingFilter(
        answers,
        request ->
            request.getMethod().equals("GET")
                && ProbeController.PATHS.contains(request.getRequestURI()));
  }

  /** Takes values as they are: a number is no text, and what is missing is missing. */
  private static JsonMapper strictMapper() {
    JsonMapper mapper =
        JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
            .defaultBase64Variant(Base64Variants.MIME_NO_LINEFEEDS.withPaddingAllowed())
            // Characters beyond the first 65,536 as UTF-8 has them, not as two escapes.
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .withCoercionConfig(
                LogicalType.Textual,
                texts -> {
                  texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                  texts.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
                  texts.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
                })
            .build();
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder().maxStringLength(Limits.MESSAGE_BYTES).build());
    return mapper;
  }

  @Override
  protected void configureMessageConverters(List<HttpMessageConverter<?>> converters) {
    var json = new MappingJackson2HttpMessageConverter(strictMapper());
    json.setSupportedMediaTypes(List.of(MediaType.APPLICATION_JSON));
    converters.add(json);
  }

  /** There is one format, whatever a client would accept. */
  @Override
  protected void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
    negotiation.ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON);
  }

  @Override
  protected RequestMappingHandlerMapping createRequestMappingHandlerMapping() {
    return new OwnMethods();
  }
}
