const WIDTH = 1000
const STEP = 20

/** Every fifth tick is longer, every tenth longest. */
const TICKS = Array.from({ length: WIDTH / STEP + 1 }, (_, index) => {
  const length = index % 10 === 0 ? 26 : index % 5 === 0 ? 18 : 10
  return `M${index * STEP} 0v${length}`
}).join('')

/** Where size is the argument: the hero's mark of the largest fish. */
export function MeasuringRule() {
  return (
    <div className="rule">
      <svg viewBox={`0 0 ${WIDTH} 30`} preserveAspectRatio="none" aria-hidden="true">
        <path
          d={`${TICKS}M0 0h${WIDTH}`}
          stroke="currentColor"
          strokeWidth="2"
          fill="none"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p>
        <span>Trophy Waters</span>
        <b>Fish up to 250 pounds</b>
      </p>
    </div>
  )
}
