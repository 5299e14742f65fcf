import { Component, useInsertionEffect, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import type { Scene } from '../navigation/stage.ts';
import { PageTree } from './page-tree.tsx';
import type { PageTreeProps } from './page-tree.tsx';
import type { ReactStage, Shown } from './react-stage.ts';

interface ApplicationProps extends Omit<PageTreeProps, 'page' | 'address'> {
  readonly stage: ReactStage;
}

/** What the stage shows. A class, because only a class is told before the document changes. */
export class Application extends Component<ApplicationProps, Shown> {
  override state: Shown = this.props.stage.shown;

  override componentDidMount(): void {
    this.props.stage.attach((shown) => this.setState(shown));
  }

  override getSnapshotBeforeUpdate(_: ApplicationProps, { scene }: Shown): null {
    if (scene !== this.state.scene) this.state.scene.onLeave?.();
    return null;
  }

  override componentDidUpdate(): void {
    // React asks for one beside getSnapshotBeforeUpdate.
  }

  override render(): ReactNode {
    const { stage, ...rest } = this.props;
    const shown = this.state;
    const { scene, address } = shown;
    return (
      <>
        <PageTree {...rest} page={scene.page} address={address} />
        {/* Behind the page: its effects run after those of the page's views. */}
        <Arrival scene={scene} onCommit={() => stage.commit(shown)} />
      </>
    );
  }
}

function Arrival({
  scene,
  onCommit,
}: {
  readonly scene: Scene;
  readonly onCommit: () => void;
}): ReactNode {
  useInsertionEffect(() => {
    onCommit();
    scene.onCommit?.();
    // The function is another each time.
  }, [scene]);
  useLayoutEffect(() => scene.onShown?.(), [scene]);
  return null;
}
