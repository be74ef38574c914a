import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { protocols } from '../../contracts/words.ts';
import { darkHeat, lightHeat } from './heatTokens.ts';
import { layerVariables } from './layers.ts';
import { protocolColors } from './protocols.ts';

/** Neutrals and signals of one colour scheme; each becomes a CSS variable `--wb-<name>`. */
const lightTokens = {
  canvas: '#f5f6f8',
  panel: '#ffffff',
  sunken: '#f0f1f4',
  raised: '#ffffff',
  hover: '#eef0f3',
  selected: '#ecebfb',
  line: '#e2e4e9',
  'line-strong': '#8b919e',
  'line-soft': '#eceef1',
  ink: '#16181d',
  'ink-2': '#4c515c',
  'ink-3': '#666c78',
  accent: '#5350d4',
  'accent-hover': '#4643c4',
  'accent-text': '#4a47c4',
  'accent-soft': '#ecebfb',
  'on-accent': '#ffffff',
  good: '#0f7b46',
  'good-soft': '#e5f5ec',
  warn: '#8a5a00',
  'warn-soft': '#fdf3da',
  bad: '#c22a2a',
  'bad-soft': '#fdeaea',
  grid: '#e8eaee',
  edge: 'rgb(20 24 40 / 16%)',
  shadow: '0 1px 2px rgb(20 24 40 / 6%), 0 8px 24px rgb(20 24 40 / 10%)',
  ...lightHeat,
} as const;

const darkTokens: Record<keyof typeof lightTokens, string> = {
  canvas: '#0f1013',
  panel: '#16181c',
  sunken: '#111317',
  raised: '#1d2025',
  hover: '#202329',
  selected: '#26264a',
  line: '#272a31',
  'line-strong': '#6f7683',
  'line-soft': '#1f2228',
  ink: '#eceef2',
  'ink-2': '#b3b8c3',
  'ink-3': '#8e95a3',
  accent: '#615ee0',
  'accent-hover': '#716ee8',
  'accent-text': '#a5a3fa',
  'accent-soft': '#23233f',
  'on-accent': '#ffffff',
  good: '#4cc38a',
  'good-soft': '#13291f',
  warn: '#e5b454',
  'warn-soft': '#2e2513',
  bad: '#ff8a85',
  'bad-soft': '#391a1b',
  grid: '#24272e',
  edge: 'rgb(0 0 0 / 65%)',
  shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 45%)',
  ...darkHeat,
};

/** Colours of surfaces, text and signals by scheme, for exported pictures. */
export const tokens: Record<'light' | 'dark', Record<keyof typeof lightTokens, string>> = {
  light: lightTokens,
  dark: darkTokens,
};

const iris: MantineColorsTuple = [
  '#f0effd',
  '#dedcfa',
  '#c3c0f6',
  '#a5a3fa',
  '#8280ee',
  '#615ee0',
  '#5350d4',
  '#4643c4',
  '#3a37a8',
  '#2c2a86',
];

const red: MantineColorsTuple = [
  '#fdeaea',
  '#f9d2d2',
  '#f2a9a8',
  '#ff8a85',
  '#d95450',
  '#cc3d3d',
  '#c22a2a',
  '#a82323',
  '#8a1d1d',
  '#5e1414',
];

/** Mantine draws inputs, menus and modals of the dark scheme with these. */
const dark: MantineColorsTuple = [
  '#eceef2',
  '#b3b8c3',
  '#8e95a3',
  '#6f7683',
  '#343841',
  '#2a2d35',
  '#1d2025',
  '#16181c',
  '#111317',
  '#0c0d10',
];

function schemeVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(tokens[scheme])) variables[`--wb-${name}`] = value;
  for (const protocol of protocols) {
    const palette = protocolColors[scheme][protocol];
    variables[`--wb-${protocol}`] = palette.line;
    variables[`--wb-${protocol}-text`] = palette.text;
    variables[`--wb-${protocol}-soft`] = palette.soft;
  }
  return { ...variables, ...layerVariables(scheme), ...mantineVariables };
}

/** Mantine's own surfaces follow the tokens, so that menus and inputs match. */
const mantineVariables = {
  '--mantine-color-body': 'var(--wb-canvas)',
  '--mantine-color-text': 'var(--wb-ink)',
  '--mantine-color-dimmed': 'var(--wb-ink-3)',
  '--mantine-color-placeholder': 'var(--wb-ink-3)',
  '--mantine-color-default': 'var(--wb-panel)',
  '--mantine-color-default-hover': 'var(--wb-hover)',
  '--mantine-color-default-border': 'var(--wb-line)',
  '--mantine-color-default-color': 'var(--wb-ink)',
  '--mantine-color-error': 'var(--wb-bad)',
  '--mantine-color-anchor': 'var(--wb-accent-text)',
};

/** Writes the tokens as CSS variables for both schemes. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables('light'),
  dark: schemeVariables('dark'),
});

export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 5 },
  colors: { iris, dark, red },
  fontFamily: "'Inter Variable', 'Segoe UI', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, Consolas, monospace",
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.4', xl: '1.3' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '5px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '15px', lineHeight: '1.4' },
      h2: { fontSize: '13px', lineHeight: '1.4' },
      h3: { fontSize: '12px', lineHeight: '1.4' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: false, fz: 'xs' } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        position: 'bottom-start',
        offset: 4,
        // Its placeholder is not a menu item, so it may not be in a menu.
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close', size: 24, iconSize: 14 },
      },
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      // Mantine's own grey is too faint to be read on white.
      styles: { description: { color: 'var(--wb-ink-2)' } },
    },
    TextInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Autocomplete: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    // A mark before the chosen item would misalign it.
    Select: { defaultProps: { size: 'xs', checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { size: 'xs', checkIconPosition: 'right' } },
    SegmentedControl: { defaultProps: { size: 'xs', withItemsBorders: false } },
  },
});
