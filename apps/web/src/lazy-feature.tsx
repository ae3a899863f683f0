import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * A page, dialog or section that is loaded when it is first shown, with queries around it. Queries, schemas and dialogs
 * stay out of what the header and the first screen wait for.
 */
export function lazyFeature<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [{ QueryRoot }, Feature] = await Promise.all([import('./api/query-root.tsx'), load()])
    // biome-ignore lint/correctness/noComponentHookFactories: made once for each feature, when it is loaded
    const WithQueries = (props: Props) => (
      <QueryRoot>
        <Feature {...props} />
      </QueryRoot>
    )
    return { default: WithQueries }
  })
}
