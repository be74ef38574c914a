import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { keepDrafts } from './document/draft.ts';
import { startNavigation } from './navigation/navigation.ts';
import { connectEngine } from './transport/engine.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The token has to be removed from the fragment before the route is read.
connectEngine();
startNavigation();
keepDrafts();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
