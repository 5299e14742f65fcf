import { Component, useInsertionEffect, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import type { Scene } from '../navigation/stage.ts';
import type { Application } from './context.ts';
import { PageTree } from './page-tree.tsx';
import type { ReactStage } from './react-stage.ts';

interface ApplicationRootProps {
  readonly application: Application;
  readonly stage: ReactStage;
  readonly scene: Scene;
}

interface ApplicationRootState {
  readonly scene: Scene;
}

/** What the stage shows. A class, because only a class is told before the document changes. */
export class ApplicationRoot extends Component<ApplicationRootProps, ApplicationRootState> {
  override state: ApplicationRootState = { scene: this.props.scene };

  readonly #show = (scene: Scene): void => this.setState({ scene });

  override componentDidMount(): void {
    this.props.stage.attach(this.#show);
  }

  override getSnapshotBeforeUpdate(): null {
    this.props.stage.leave(this.state.scene);
    return null;
  }

  override componentDidUpdate(): void {
    // React asks for one beside getSnapshotBeforeUpdate.
  }

  override render(): ReactNode {
    const { application, stage } = this.props;
    const { scene } = this.state;
    return (
      <>
        <PageTree application={application} whereabouts={scene} />
        {/* Behind the page: its effects run after those of the page's views. */}
        <Arrival scene={scene} stage={stage} />
      </>
    );
  }
}

function Arrival({ scene, stage }: Omit<ApplicationRootProps, 'application'>): ReactNode {
  useInsertionEffect(() => stage.commit(scene), [scene, stage]);
  useLayoutEffect(() => scene.onShown?.(), [scene]);
  return null;
}
