import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { collectEarlyKeys } from './palette/early-keys.ts';
import { loadEarly } from './shell/load-signed-in.ts';
import { reloadAfterDeployment } from './shell/reload-after-deployment.ts';
import { applyTheme } from './shell/theme.ts';
import { addStyles } from './style/add-styles.ts';
import './style/font.css';
import './style/tokens.css';
import './style/base.css';

applyTheme();
reloadAfterDeployment();
loadEarly();
collectEarlyKeys();
// Awaiting it at the top level would make the bundler split the first load into many files.
void addStyles().then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
