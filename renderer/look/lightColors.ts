import { wireLayers } from '../../contracts/wire.ts';
import { protocols } from '../../contracts/words.ts';
import { layerColors } from './layers.ts';
import { protocolColors } from './protocols.ts';
import { tokens } from './theme.ts';

/** The light colours by the name of their variable, without `--wb-`. */
function lightColors(): Readonly<Record<string, string>> {
  const entries = protocols.map((protocol) => [protocol, protocolColors.light[protocol].line]);
  const layers = wireLayers.map((layer) => [`layer-${layer}`, layerColors.light[layer]]);
  return { ...tokens.light, ...Object.fromEntries([...entries, ...layers]) };
}

/** Replaces variables with colours, for pictures without a style sheet. */
export function withLightColors(markup: string): string {
  const colors = lightColors();
  return markup.replaceAll(
    /var\(--wb-([a-z0-9-]+)\)/g,
    (whole, name: string) => colors[name] ?? whole,
  );
}

/** The light colours as declarations of variables. */
export function variableRules(): string {
  return Object.entries(lightColors())
    .map(([name, value]) => `--wb-${name}:${value}`)
    .join(';');
}
