def reason(*a):
    return ""
