#pragma once
#include <netlink/version.h>
