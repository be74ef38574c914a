/**
 * Colours of heat maps from few to many, of each scheme: ten steps of even lightness in OKLab from
 * near the panel to its opposite, so that a grey print keeps their order.
 */
export const lightHeat = {
  'heat-0': '#dce9fe',
  'heat-1': '#c0d0f0',
  'heat-2': '#a3b7ea',
  'heat-3': '#859bed',
  'heat-4': '#6c7cf3',
  'heat-5': '#5c5aed',
  'heat-6': '#513ed2',
  'heat-7': '#452fa4',
  'heat-8': '#352671',
  'heat-9': '#251b46',
} as const;

export const darkHeat: Record<keyof typeof lightHeat, string> = {
  'heat-0': '#30205b',
  'heat-1': '#432889',
  'heat-2': '#5431b9',
  'heat-3': '#6244de',
  'heat-4': '#7064ef',
  'heat-5': '#8185ef',
  'heat-6': '#98a2ea',
  'heat-7': '#b3bdea',
  'heat-8': '#cdd6f4',
  'heat-9': '#e8eefe',
};

/** The steps as CSS values that follow the colour scheme, few first. */
export const heatColors: readonly string[] = Object.keys(lightHeat).map(
  (name) => `var(--wb-${name})`,
);
