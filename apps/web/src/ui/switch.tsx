interface SwitchProps {
  /** What it switches, for screen readers. */
  label: string
  isOn: boolean
  /** The word beside it for each state. */
  words: { on: string; off: string }
  disabled?: boolean
  onChange: (isOn: boolean) => void
}

export function Switch({ label, isOn, words, disabled = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    >
      <span className="switch__track" aria-hidden />
      <span aria-hidden>{isOn ? words.on : words.off}</span>
    </button>
  )
}
