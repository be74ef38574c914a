/** The sign of Wirebench: three wires, in the colours of the protocols. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden
      focusable="false"
    >
      <path d="M3 6h4.500c4.500 0 4.500 6 9 6h4.500" stroke="var(--wb-rest)" />
      <path d="M3 12h4.500c4.500 0 4.500-6 9-6h4.500" stroke="var(--wb-soap)" />
      <path d="M3 18h18" stroke="var(--wb-grpc)" />
    </svg>
  );
}
