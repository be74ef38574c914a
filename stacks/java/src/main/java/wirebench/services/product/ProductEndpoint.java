package wirebench.services.product;

import static wirebench.services.soap.Required.required;

import jakarta.xml.bind.JAXBElement;
import org.springframework.ws.server.endpoint.annotation.Endpoint;
import org.springframework.ws.server.endpoint.annotation.PayloadRoot;
import org.springframework.ws.server.endpoint.annotation.RequestPayload;
import org.springframework.ws.server.endpoint.annotation.ResponsePayload;
import wirebench.product.v1.ObjectFactory;
import wirebench.product.v1.Product;

@Endpoint
class ProductEndpoint {
  private static final String NAMESPACE = "urn:wirebench:product:v1";

  private final ObjectFactory elements = new ObjectFactory();

  @PayloadRoot(namespace = NAMESPACE, localPart = "EchoRequest")
  @ResponsePayload
  JAXBElement<Product> echo(@RequestPayload JAXBElement<Product> request) {
    return elements.createEchoResponse(whole(request.getValue()));
  }

  @PayloadRoot(namespace = NAMESPACE, localPart = "ModifyRequest")
  @ResponsePayload
  JAXBElement<Product> modify(@RequestPayload JAXBElement<Product> request) {
    Product product = whole(request.getValue());
    product.setDescription(ProductWorkload.reversed(product.getDescription()));
    return elements.createModifyResponse(product);
  }

  private static Product whole(Product product) {
    required(product.getId(), "id");
    required(product.getName(), "name");
    required(product.getDescription(), "description");
    return product;
  }
}
