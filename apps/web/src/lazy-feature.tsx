import { type ComponentProps, type ComponentType, lazy, useState } from 'react'
import { LoadBoundary, LostPart } from './load-boundary.tsx'

type LazyComponent<Props extends object> = ComponentType<Props> & { preload: () => Promise<unknown> }

/**
 * A component loaded on first use, in a `LoadBoundary` of its own. After `preload` it renders at once. Otherwise React
 * shows the loading state for at least a third of a second, and would replace prerendered HTML with it and make the page
 * jump.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  says?: ComponentProps<typeof LoadBoundary>['says'],
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  async function preload(): Promise<ComponentType<Props>> {
    Loaded ??= await load()
    return Loaded
  }
  // React remembers a failure for good; what comes back is `Loaded`.
  const Lazy = lazy(async () => {
    try {
      return { default: await preload() }
    } catch (error) {
      throw new LostPart(preload, error)
    }
  })
  // biome-ignore lint/correctness/noComponentHookFactories: created once per component
  function WhenLoaded(props: Props) {
    // Fixed at mount, because switching components would remount.
    const [Chosen] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return <Chosen {...props} />
  }
  // biome-ignore lint/correctness/noComponentHookFactories: created once per component
  function Guarded(props: Props & { onClose?: () => void }) {
    return (
      <LoadBoundary says={says} onClose={props.onClose}>
        <WhenLoaded {...props} />
      </LoadBoundary>
    )
  }
  return Object.assign(Guarded, { preload })
}

/**
 * A page, dialog or section loaded on first use, wrapped in the query client. Keeps queries, schemas and dialogs out of
 * what the header and first screen load.
 */
export function lazyFeature<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  says?: ComponentProps<typeof LoadBoundary>['says'],
): LazyComponent<Props> {
  return lazyComponent(async () => {
    const [{ QueryRoot }, Feature] = await Promise.all([import('./api/query-root.tsx'), load()])
    // biome-ignore lint/correctness/noComponentHookFactories: created once per feature, on load
    const WithQueries = (props: Props) => (
      <QueryRoot>
        <Feature {...props} />
      </QueryRoot>
    )
    return WithQueries
  }, says)
}
