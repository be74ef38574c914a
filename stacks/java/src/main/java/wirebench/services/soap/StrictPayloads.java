package wirebench.services.soap;

import com.sun.xml.messaging.saaj.soap.impl.ElementImpl;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.transform.dom.DOMSource;
import org.springframework.core.MethodParameter;
import org.springframework.oxm.jaxb.Jaxb2Marshaller;
import org.springframework.ws.context.MessageContext;
import org.springframework.ws.server.endpoint.adapter.method.MarshallingPayloadMethodProcessor;
import org.w3c.dom.Node;
import wirebench.services.Refusal;

/**
 * Binds messages by JAXB and refuses what that overlooks: of a field that is there twice it takes the last, and of a
 * value with elements in it the text. Validation by the schema would refuse unknown elements, too.
 */
final class StrictPayloads extends MarshallingPayloadMethodProcessor {
  private static final String USUAL_NAME = "##default";

  private final Map<Class<?>, Map<String, Part>> partsOf = new ConcurrentHashMap<>();

  /** What an element may hold, and whether there may be several. */
  private record Part(Class<?> type, boolean isRepeated) {
    static Part of(Field field) {
      return field.getGenericType() instanceof ParameterizedType list
          ? new Part((Class<?>) list.getActualTypeArguments()[0], true)
          : new Part(field.getType(), false);
    }

    boolean isValue() {
      return !type.isAnnotationPresent(XmlType.class);
    }
  }

  StrictPayloads(Jaxb2Marshaller marshaller) {
    super(marshaller);
  }

  @Override
  public Object resolveArgument(MessageContext context, MethodParameter parameter)
      throws Exception {
    if (!(context.getRequest().getPayloadSource() instanceof DOMSource payload)) return null;
    Node node = unwrapped(payload.getNode());
    Object argument = getUnmarshaller().unmarshal(new DOMSource(node));
    if (argument instanceof JAXBElement<?> bound) check(node, bound.getDeclaredType());
    return argument;
  }

  /** Without SAAJ's own nodes, which are looked up at each step through a document. */
  private static Node unwrapped(Node node) {
    return node instanceof ElementImpl element ? element.getDomElement() : node;
  }

  private void check(Node element, Class<?> type) {
    Map<String, Part> parts = partsOf.computeIfAbsent(type, StrictPayloads::readParts);
    Set<String> seen = new HashSet<>();
    for (Node child = firstElement(element.getFirstChild());
        child != null;
        child = firstElement(child.getNextSibling())) {
      String name = child.getLocalName();
      Part part = parts.get(name);
      if (part == null) continue;
      if (!seen.add(name) && !part.isRepeated()) {
        throw Refusal.invalid("The message has more than one " + name);
      }
      if (!part.isValue()) check(child, part.type());
      else if (firstElement(child.getFirstChild()) != null) {
        throw Refusal.invalid("There are elements in " + name);
      }
    }
  }

  /** The node or, where that is none, the next element after it; null where there is none. */
  private static Node firstElement(Node node) {
    Node next = node;
    while (next != null && next.getNodeType() != Node.ELEMENT_NODE) next = next.getNextSibling();
    return next;
  }

  private static Map<String, Part> readParts(Class<?> type) {
    Map<String, Part> parts = new HashMap<>();
    for (Field field : type.getDeclaredFields()) {
      XmlElement element = field.getAnnotation(XmlElement.class);
      boolean isNamed = element != null && !element.name().equals(USUAL_NAME);
      parts.put(isNamed ? element.name() : field.getName(), Part.of(field));
    }
    return parts;
  }
}
