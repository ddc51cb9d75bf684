"""What people hold in their hands."""
