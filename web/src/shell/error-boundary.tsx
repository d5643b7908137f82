import { Component, type ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';

/** Shows a message in place of a page that threw while rendering. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Notice
        tone="bad"
        title="Something went wrong"
        actions={<Button onClick={() => location.reload()}>Reload page</Button>}
      >
        Your saved data is not affected.
      </Notice>
    );
  }
}
