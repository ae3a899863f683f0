import type { Size } from './scene.ts'

/** The hero in the order it is laid over itself: what stands still, and what moves by itself. */
export interface HeroLayers {
  size: Size
  /** Where the view begins. */
  top: number
  /** Sky and far shore. */
  back: string
  /** Drifts sideways. */
  mist: string
  /** River, skiff and the near banks. */
  front: string
  /** Rises and falls; nothing lies over it. */
  fish: string
}
