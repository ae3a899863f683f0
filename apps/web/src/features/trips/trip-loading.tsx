import { Skeleton } from '../../ui/skeleton.tsx'

/** The shape of the page until its trip is there. */
export function TripLoading() {
  return (
    <main className="trip trip--ahead">
      <title>Your trip</title>
      <section className="trip__top dark">
        <div className="wrap trip__top-grid">
          <Skeleton className="h-96 w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
      </section>
    </main>
  )
}
