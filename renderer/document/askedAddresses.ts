/** Addresses of own services that were typed in another view than the one that looks at them. */
let asked: readonly string[] = [];

export function askAddresses(addresses: readonly string[]): void {
  asked = addresses;
}

/** The addresses, which are then gone. */
export function takeAskedAddresses(): readonly string[] {
  const taken = asked;
  asked = [];
  return taken;
}
