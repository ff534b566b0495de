// LinkConditioner
