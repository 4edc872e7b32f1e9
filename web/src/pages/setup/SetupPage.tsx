export default function SetupPage() {
  return (
    <main>
      <h1 tabIndex={-1}>Moonshot</h1>
    </main>
  );
}
