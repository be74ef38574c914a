import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
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
          <Notifications position="bottom-right" limit={4} containerWidth={380} />
          <AppFrame />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
