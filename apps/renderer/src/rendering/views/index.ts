export { MainLandmark, mainLandmarkId } from './main-landmark.tsx';
export { Outcome } from './outcome.tsx';
