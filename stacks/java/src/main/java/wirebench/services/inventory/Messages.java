package wirebench.services.inventory;

import java.math.BigDecimal;
import java.util.List;

/** What the inventory answers over REST. Amounts are decimals, as money is. */
final class Messages {
  enum Category {
    TOOLS,
    FASTENERS,
    ELECTRICAL,
    PLUMBING,
    GARDEN
  }

  enum Condition {
    AS_NEW,
    USED,
    REFURBISHED,
    DAMAGED
  }

  record ItemsStatus(
      String company,
      String warehouse,
      String currency,
      int items,
      long units,
      BigDecimal value,
      int lowStock,
      String remark) {}

  record ItemsSummary(List<ItemSummary> items, String remark) {}

  record ItemSummary(
      int id,
      String articleNumber,
      String name,
      Category category,
      BigDecimal price,
      int quantity,
      boolean available) {}

  record ItemsFull(List<Item> items, String remark) {}

  /** Null where an item is not discontinued, or replaced by no other. */
  record Item(
      int id,
      String articleNumber,
      String name,
      Category category,
      BigDecimal price,
      int quantity,
      boolean available,
      String description,
      Condition condition,
      Dimensions dimensions,
      Supplier supplier,
      List<StockLevel> stock,
      List<String> tags,
      String discontinuedOn,
      Integer replacedBy) {}

  record Dimensions(int lengthMm, int widthMm, int heightMm, BigDecimal weightKg) {}

  record Supplier(int id, String name, String country, boolean preferred) {}

  record StockLevel(String site, int quantity, int reserved) {}

  private Messages() {}
}
