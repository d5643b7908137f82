import { Component, type ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';

/** Shows that something broke, instead of nothing at all. */
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
        title="This page broke."
        actions={<Button onClick={() => location.reload()}>Load it again</Button>}
      >
        Nothing you saved is lost.
      </Notice>
    );
  }
}
