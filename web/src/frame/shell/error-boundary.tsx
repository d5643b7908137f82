import { Component, type ReactNode } from 'react';

interface Props {
  /** The name of the content. After a failure, content with another name is rendered again. */
  of?: string;
  /** The content in place of what threw while rendering. */
  instead: ReactNode;
  children: ReactNode;
}

/** Shows something else in place of a part that threw while rendering, so that the rest stays. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean; of: string | undefined }> {
  override state = { hasFailed: false, of: this.props.of };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ of }: Props, state: { of: string | undefined }) {
    return of === state.of ? null : { hasFailed: false, of };
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}
