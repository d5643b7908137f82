import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './frame/app.tsx';
import { collectEarlyKeys } from './frame/palette/early-keys.ts';
import { loadEarly } from './frame/shell/load-signed-in.ts';
import { reloadAfterDeployment } from './frame/shell/reload-after-deployment.ts';
import { applyTheme } from './frame/shell/theme.ts';
import { addStyles } from './base/style/add-styles.ts';
import './base/style/font.css';
import './base/style/tokens.css';
import './base/style/base.css';

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
