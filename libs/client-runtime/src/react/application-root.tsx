import { Component, useInsertionEffect, useRef, useSyncExternalStore, ViewTransition } from 'react';
import type { ReactNode } from 'react';
import type { Application } from './context.ts';
import { PageTree } from './page-tree.tsx';
import type { ReactStage, Scenes } from './react-stage.ts';

const NEVER = (): void => undefined;
const REDUCED = '(prefers-reduced-motion: reduce)';

interface ApplicationRootProps {
  readonly application: Application;
  readonly stage: ReactStage;
  readonly scenes: Scenes;
}

interface ApplicationRootState {
  readonly scenes: Scenes;
}

/** What the stage shows. A class, because only a class is told before the document changes. */
export class ApplicationRoot extends Component<ApplicationRootProps, ApplicationRootState> {
  override state: ApplicationRootState = { scenes: this.props.scenes };

  readonly #show = (scenes: Scenes): void => this.setState({ scenes });

  override componentDidMount(): void {
    this.props.stage.attach(this.#show);
  }

  override getSnapshotBeforeUpdate(): null {
    this.props.stage.leave(this.state.scenes[0]);
    return null;
  }

  override componentDidUpdate(): void {
    // React asks for one beside getSnapshotBeforeUpdate.
  }

  override render(): ReactNode {
    const { application, stage } = this.props;
    const { scenes } = this.state;
    return (
      <>
        <PageTree application={application} places={scenes} />
        <Change scenes={scenes} stage={stage} />
      </>
    );
  }
}

function Change({ scenes, stage }: Omit<ApplicationRootProps, 'application'>): ReactNode {
  const mark = useRef(false);
  // The server's document has no mark.
  const isAlive = useSyncExternalStore(
    () => NEVER,
    () => true,
    () => false,
  );
  const isMoving = Boolean(scenes[0].isMove) && !matchMedia(REDUCED).matches;
  const isMarked = mark.current !== isMoving;
  useInsertionEffect(() => {
    mark.current = isMarked;
    stage.commit(scenes);
  }, [scenes, stage, isMarked]);
  // Its own content comes or goes with each move: React then has all that is seen fade over as one picture.
  // Around the page, pictures of long pages took longer to make than the pages.
  return (
    <ViewTransition default={isMoving ? 'auto' : 'none'}>
      {isAlive && <i hidden />}
      {isMarked && <i hidden />}
    </ViewTransition>
  );
}
