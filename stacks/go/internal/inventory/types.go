// Package inventory is the workload whose payload is in the answers. It makes
// none of them itself.
package inventory

// Status is one object of texts and numbers.
type Status struct {
	Company   string  `json:"company"`
	Warehouse string  `json:"warehouse"`
	Currency  string  `json:"currency"`
	Items     int32   `json:"items"`
	Units     int64   `json:"units"`
	Value     float64 `json:"value"`
	LowStock  int32   `json:"lowStock"`
	Remark    string  `json:"remark"`
}

// Summaries is a list of short objects.
type Summaries struct {
	Items  []Summary `json:"items"`
	Remark string    `json:"remark"`
}

// Items is a list of full objects.
type Items struct {
	Items  []Item `json:"items"`
	Remark string `json:"remark"`
}

// Summary is what a list of short objects tells of an item.
type Summary struct {
	ID            int32   `json:"id"`
	ArticleNumber string  `json:"articleNumber"`
	Name          string  `json:"name"`
	Category      string  `json:"category"`
	Price         float64 `json:"price"`
	Quantity      int32   `json:"quantity"`
	Available     bool    `json:"available"`
}

// Item is everything there is to know of an item.
type Item struct {
	Summary
	Description    string       `json:"description"`
	Condition      string       `json:"condition"`
	Dimensions     Dimensions   `json:"dimensions"`
	Supplier       Supplier     `json:"supplier"`
	Stock          []StockLevel `json:"stock"`
	Tags           []string     `json:"tags"`
	DiscontinuedOn *string      `json:"discontinuedOn"`
	ReplacedBy     *int32       `json:"replacedBy"`
}

// Dimensions of an item.
type Dimensions struct {
	LengthMM int32   `json:"lengthMm"`
	WidthMM  int32   `json:"widthMm"`
	HeightMM int32   `json:"heightMm"`
	WeightKG float64 `json:"weightKg"`
}

// Supplier of an item.
type Supplier struct {
	ID        int32  `json:"id"`
	Name      string `json:"name"`
	Country   string `json:"country"`
	Preferred bool   `json:"preferred"`
}

// StockLevel is how much of an item is at a site.
type StockLevel struct {
	Site     string `json:"site"`
	Quantity int32  `json:"quantity"`
	Reserved int32  `json:"reserved"`
}
