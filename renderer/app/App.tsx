import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { cssVariablesResolver, theme } from '../look/theme.ts';
import { queryClient } from '../transport/engine.ts';
import { AppFrame } from './AppFrame.tsx';

/** The window: providers around the frame. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <AppFrame />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
