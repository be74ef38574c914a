package wirebench.services.product;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/products")
class ProductController {
  record Product(String id, String name, String description) {}

  @PostMapping("/echo")
  Product echo(@RequestBody Product product) {
    return product;
  }

  @PostMapping("/modify")
  Product modify(@RequestBody Product product) {
    String description = ProductWorkload.reversed(product.description());
    return new Product(product.id(), product.name(), description);
  }
}
