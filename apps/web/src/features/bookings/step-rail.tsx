interface StepRailProps {
  steps: readonly string[]
  /** Index of the current step. */
  current: number
}

export function StepRail({ steps, current }: StepRailProps) {
  return (
    <ol className="steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? 'done' : index === current ? 'on' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span>{step}</span>
        </li>
      ))}
    </ol>
  )
}
