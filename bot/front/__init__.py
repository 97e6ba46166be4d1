"""All that speaks Discord beside the commands: what is shown, to whom, in which language."""
